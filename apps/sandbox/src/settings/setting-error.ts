/** The sandbox cannot start with this value; `setting` is the name of the environment variable. */
export class SettingError extends Error {
  override readonly name = "SettingError";
  readonly setting: string;

  constructor(setting: string, reason: string) {
    super(`${setting}: ${reason}`);
    this.setting = setting;
  }
}
