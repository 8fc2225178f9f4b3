import type { PasskeyInfo, SecondFactorState } from '@readroom/contracts/access/second-factor'
import type { ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { formatInstant, plural } from '../../../lib/format.ts'
import type { Asked } from './proof-words.ts'

type SectionProps = { title: string; about: string; actions: ReactNode; children?: ReactNode }

/** Shows one kind of second factor, its state and its actions. */
function Section({ title, about, actions, children }: SectionProps) {
  return (
    <section aria-label={title} className="border-t border-line py-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="max-w-130 min-w-0">
          <h2 className="text-lg font-semibold">{title}</h2>
          <p className="mt-1 text-text-2">{about}</p>
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </section>
  )
}

type Props = { state: SecondFactorState; onOpen: (next: 'authenticator' | 'passkey' | Asked) => void }

function When({ word, at }: { word: string; at: string | null }) {
  if (!at) return <>Not used yet</>
  const { text, exact } = formatInstant(at)
  return (
    <>
      {word}{' '}
      <time dateTime={at} data-tip={exact} className="num whitespace-nowrap">
        {text}
      </time>
    </>
  )
}

function Passkey({ passkey, onRemove }: { passkey: PasskeyInfo; onRemove: () => void }) {
  return (
    <li className="flex items-start justify-between gap-4 border-t border-line py-3">
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{passkey.name}</bdi>
        </p>
        <p className="text-sm text-text-3">
          <When word="Added" at={passkey.createdAt} />
          {' · '}
          <When word="Last used" at={passkey.lastUsedAt} />
          {passkey.isSynced && ' · synced to several of your devices'}
        </p>
      </div>
      <Button look="danger" className="max-lg:h-11" aria-label={`Remove ${passkey.name}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  )
}

/** Shows the sections for the authenticator app, passkeys and recovery codes. */
export function SecondFactorSections({ state, onOpen }: Props) {
  const { hasAuthenticator, passkeys, recoveryCodesLeft } = state
  const canMake = 'PublicKeyCredential' in window
  return (
    <>
      <Section
        title="Authenticator app"
        about={
          hasAuthenticator
            ? 'Set up. You enter its code after your password.'
            : 'An app on your phone shows a new code every 30 seconds.'
        }
        actions={
          hasAuthenticator ? (
            <Button look="danger" className="max-lg:h-11" onClick={() => onOpen({ remove: 'authenticator' })}>
              Remove app
            </Button>
          ) : (
            <Button look="primary" className="max-lg:h-11" onClick={() => onOpen('authenticator')}>
              Set up app
            </Button>
          )
        }
      />
      <Section
        title="Passkeys"
        about="Use this device, your phone or a security key with your fingerprint, face or PIN. A passkey also signs you in without your password."
        actions={
          <Button className="max-lg:h-11" disabled={!canMake} onClick={() => onOpen('passkey')}>
            Add passkey
          </Button>
        }
      >
        {passkeys.length > 0 && (
          <ul aria-label="Passkeys" className="mt-4">
            {passkeys.map((passkey) => (
              <Passkey key={passkey._id} passkey={passkey} onRemove={() => onOpen({ remove: passkey })} />
            ))}
          </ul>
        )}
      </Section>
      {(hasAuthenticator || passkeys.length > 0) && (
        <Section
          title="Recovery codes"
          about={`${plural(recoveryCodesLeft, 'code is', 'codes are')} left. Each works once, after your password, if you have no other second factor with you.`}
          actions={
            <Button className="max-lg:h-11" onClick={() => onOpen({ renew: 'codes' })}>
              Create new codes
            </Button>
          }
        />
      )}
    </>
  )
}
