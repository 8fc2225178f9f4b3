/** What an operator is told in these words, without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** The command line is not one of ours. */
export class UsageError extends Error {
  override name = 'UsageError'
}
