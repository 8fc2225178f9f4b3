/** An error whose message is printed for the operator without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** The command line is wrong. */
export class UsageError extends Error {
  override name = 'UsageError'
}
