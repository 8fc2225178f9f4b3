/**
 * The ways in which images name an order beside Study Instance UID and Accession Number of their study: by the items of Request Attributes Sequence
 * (0040,0275), and by accession numbers of single series.
 */
const kinds = ['accession', 'placer', 'uid'] as const
type RequestKind = (typeof kinds)[number]

/** Returns a number as it is stored with a study: `accession:A1`, `placer:P1` or `uid:1.2.3`. */
export const requestKey = (kind: RequestKind, value: string): string => `${kind}:${value}`

/** Returns the numbers of one kind. */
export const requestValues = (keys: readonly string[], kind: RequestKind): string[] =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? key.slice(kind.length + 1) : []))
