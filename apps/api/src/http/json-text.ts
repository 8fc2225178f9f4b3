/** A body that the database wrote as JSON, and that leaves as it is: for lists of many rows. Its tests hold it against the entry's schema. */
export class JsonText {
  constructor(readonly text: string) {}
}
