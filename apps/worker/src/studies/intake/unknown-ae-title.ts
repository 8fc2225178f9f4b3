/** A study that came under an AE title that no laboratory has registered, if such studies wait for an administrator. */
export class UnknownAeTitle extends Error {
  override name = 'UnknownAeTitle'
  readonly aeTitle: string
  constructor(aeTitle: string) {
    super('no laboratory is registered for the AE title')
    this.aeTitle = aeTitle
  }
}
