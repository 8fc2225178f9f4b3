/** Units are short, and follow their field. */
const unit = /^[^\s.,;:]{1,12}(?=$|\s|[.,;:])/u

/** The unit that a text behind a number begins with; empty if there is none. */
export const unitBehind = (text: string): string => unit.exec(text)?.[0] ?? ''
