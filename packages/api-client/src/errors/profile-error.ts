/** One wrong place of a profile file. */
export interface ProfileProblem {
  readonly pointer: string;
  readonly message: string;
}

/** A profile that was refused: each problem has the JSON Pointer of the wrong key and says what would be right. */
export class ProfileError extends Error {
  readonly problems: readonly ProfileProblem[];

  constructor(problems: readonly ProfileProblem[]) {
    super(
      `The service profile is wrong: ${problems.map((problem) => `${problem.pointer || "/"}: ${problem.message}`).join("; ")}`,
    );
    this.name = "ProfileError";
    this.problems = problems;
  }
}
