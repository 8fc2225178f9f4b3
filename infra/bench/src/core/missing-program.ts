/** Something that a benchmark needs is not on this machine. The message says what, and how it gets there. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram'
}
