/** The archive cannot be reached, is too slow, or answers 5xx. `status` is null if no answer came at all. */
export class OrthancDown extends Error {
  override name = 'OrthancDown'
  readonly status: number | null
  constructor(what: string, status: number | null, cause?: unknown) {
    super(status === null ? `${what}: no answer` : `${what}: answered ${status}`, { cause })
    this.status = status
  }
}

/** The archive is up and does not have what was asked for. */
export class OrthancNotFound extends Error {
  override name = 'OrthancNotFound'
}

/** The archive is up and its answer is not one that we understand: another 4xx, or JSON of another shape. */
export class OrthancBadAnswer extends Error {
  override name = 'OrthancBadAnswer'
}
