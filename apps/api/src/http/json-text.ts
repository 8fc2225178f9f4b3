/**
 * A body that the database wrote as JSON, and that leaves as it is: for lists of many rows. Its tests hold it against the entry's schema. `etag`: of a
 * conditional entry, in its quotes.
 */
export class JsonText {
  constructor(
    readonly text: string,
    readonly etag: string | null = null,
  ) {}
}

/** What the caller of a conditional entry has still holds. */
export class NotModified {
  constructor(readonly etag: string) {}
}
