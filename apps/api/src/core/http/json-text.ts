/**
 * A body that the database wrote as JSON and that is sent unchanged, for long lists. Tests compare it with the endpoint's schema.
 * `etag` belongs to a conditional endpoint and includes its quotes.
 */
export class JsonText {
  constructor(
    readonly text: string,
    readonly etag: string | null = null,
  ) {}
}

/** Says that the client's copy from a conditional endpoint is still current. */
export class NotModified {
  constructor(readonly etag: string) {}
}
