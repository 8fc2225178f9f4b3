import { FormField } from '../../../components/form/form-field.tsx'

export type Proof = { password?: string | undefined; code: string }

/** The properties that all dialogs about second factors have. */
export const proof = { width: 'max-w-112', failed: 'This did not work. Please try again.', closes: false }

/** Asks for the account's current password. */
export const OwnPasswordField = () => (
  <FormField<Pick<Proof, 'password'>>
    name="password"
    label="Your password"
    type="password"
    autoComplete="current-password"
    required
  />
)

/** Asks for a code of a second factor. */
export const CodeField = ({ hint }: { hint: string }) => (
  <FormField<Pick<Proof, 'code'>>
    name="code"
    label="Code"
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={40}
    className="num"
    required
  />
)

/** The password of an account that has one, before it is typed. */
export const emptyPassword = (hasPassword: boolean) => (hasPassword ? { password: '' } : {})
