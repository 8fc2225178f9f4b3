import { useProfile } from '../../../lib/hooks/use-profile.ts'
import { useRotation } from '../../../lib/hooks/use-rotation.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { useUser } from '../../../lib/session/session.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

const headings = [
  'One password, one person',
  'It protects your patients',
  'A long password is stronger than a complicated one',
  'Never use it on another site',
]
const headingMs = 3000

/** Shows a short text about passwords, replaced every 3 seconds. */
function SecurityHeading() {
  const [index] = useRotation(headings.length, headingMs)
  return (
    <h2 key={index} className="fade mt-1 text-lg text-text-2">
      {headings[index]}
    </h2>
  )
}

/** Lets users of every role change their own password. A user with a generated password can't go elsewhere first. */
export default function ChangePasswordPage() {
  const { mustChangePassword } = useUser()
  const fullName = useProfile()?.fullName
  useTitle('Change password')
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-100 px-5 py-8 lg:py-16">
        <p className="h-5 truncate text-text-2">
          {fullName && (
            <span className="fade">
              Hello, <bdi className="font-semibold text-text">{fullName}</bdi>
            </span>
          )}
        </p>
        <h1 className="mt-1 text-2xl font-semibold tracking-tight">Change password</h1>
        <SecurityHeading />
        {mustChangePassword && (
          <p className="mt-5 rounded-sm bg-accent-wash px-3 py-2.5 text-accent-text">
            Your current password was generated for you. Choose your own to continue.
          </p>
        )}
        <div className="mt-6">
          <ChangePasswordForm />
        </div>
      </div>
    </main>
  )
}
