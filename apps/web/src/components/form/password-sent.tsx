import { areEmailsKept, keptEmailWords } from '../../lib/email-words.ts'

/** Says where the generated password of a new account went. `isLater`: it is sent when the laboratory is activated. */
export function PasswordSent({ email, isLater = false }: { email: string; isLater?: boolean }) {
  const address = <bdi className="font-medium text-text">{email}</bdi>
  if (areEmailsKept()) {
    return (
      <p>
        The email with the generated password for {address} {isLater ? 'will not be sent' : 'was not sent'}. {keptEmailWords}
      </p>
    )
  }
  return (
    <p>
      A generated password {isLater ? 'will be sent to' : 'has been sent to'} {address}
      {isLater && ' when the laboratory is activated'}.
    </p>
  )
}
