/** Why an image is not drawn. `why` is the second half of a sentence that begins with "because"; `code` `empty`: a file without pixels. */
export type Refusal = { code: 'too-large' } | { code: 'empty' } | { code: 'invalid'; why: string }

/** An image that cannot be drawn, for a reason that is known. */
export class Refused extends Error {
  override name = 'Refused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.code === 'invalid' ? refusal.why : refusal.code)
    this.refusal = refusal
  }
}

/** Throws Refused with a reason. */
export function refuse(why: string): never {
  throw new Refused({ code: 'invalid', why })
}
