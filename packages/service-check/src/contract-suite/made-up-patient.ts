/** The patient that a run with writes makes, and finds again in the next one. */
export const madeUpPerson = { firstName: "Contract", lastName: "Probe-Person", dateOfBirth: "1970-01-02" };

/** The same as it is looked for. */
export const madeUpPatient = {
  name: `${madeUpPerson.firstName} ${madeUpPerson.lastName}`,
  dateOfBirth: madeUpPerson.dateOfBirth,
};
