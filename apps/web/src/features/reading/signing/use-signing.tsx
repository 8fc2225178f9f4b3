import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { Confirmation, UndrawnAnswer } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import type { Finding } from '@readroom/report/checks'
import { useState } from 'react'
import { StudyIdentity } from '../../../components/study/study-facts.tsx'
import { ApiError, reasonOf } from '../../../lib/api/api-error.ts'
import { notify } from '../../../lib/notify.tsx'
import { codeOf, NotSaved, Unheard } from '../saving/draft-errors.ts'
import type { DraftSession } from '../saving/draft-session.ts'
import type { Ending } from '../saving/use-ending.ts'
import type { Unread } from './review-text.tsx'
import { SignDialog } from './sign-dialog.tsx'

/** The action after a signature. */
export type After = 'close' | 'next'
type Wish = { meaning: SignatureMeaning; after: After }

type Options = {
  study: WorklistRow
  session: DraftSession | null
  ending: Ending
  /** The findings in the order of the text. */
  findings: readonly Finding[]
  isKept: (finding: Finding) => boolean
  passwordNeeded: boolean
  /** Returns the report if its reader must read it before signing, otherwise null. */
  unread: () => Unread | null
  /** The series of the study that its reader has not had on screen, or in part. */
  undisplayed: readonly ReadSeries[]
  /** Why signing is impossible now, or null. */
  obstacle: string | null
  onShow: (finding: Finding) => void
  /** Called when the page's data may be out of date, so that other confirmations may be needed. */
  onStale: () => void
  onSigned: (version: ReportVersion, after: After) => void
  before: (after: After) => Promise<void>
  /** Returns the key images as shown at the time of signing. */
  keyImages: () => { id: string; caption: string }[]
}

const wordsOf = (error: unknown) => (error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.'))
const staleCodes = ['REPORT_UNCONFIRMED', 'REPORT_INCOMPLETE', 'DRAFT_STALE']
const passwordCodes = ['SIGNATURE_PASSWORD_NEEDED', 'SIGNATURE_PASSWORD_INCORRECT', 'TOO_MANY_ATTEMPTS', 'BUSY']

/** Signs a report. Goes first to findings that block signing, then asks for confirmations, and for the password if needed. */
export function useSigning(options: Options) {
  const { study, session, ending, findings, isKept, passwordNeeded, undisplayed, obstacle } = options
  const [wish, setWish] = useState<(Wish & { unread: Unread | null }) | null>(null)
  /** True if the server asked for the password. A confirmed password can expire while a report is written. */
  const [wasAsked, setWasAsked] = useState(false)
  // The value of a study loaded ahead is out of date until it is reloaded.
  const asksPassword = wasAsked || passwordNeeded
  const [hasTried, setTried] = useState(false)

  const asked = findings.filter(({ severity }) => severity === 'confirm')
  const unconfirmed = asked.filter((finding) => !isKept(finding))
  const codesOf = (some: readonly Finding[]): Confirmation[] => [
    ...new Set(some.flatMap(({ code }): Confirmation[] => (code ? [code] : []))),
    ...(undisplayed.some(({ undrawn }) => undrawn === 0) ? (['series'] as const) : []),
    ...(session?.state().hasRead ? (['draft'] as const) : []),
  ]

  type Answers = { password?: string | undefined; undrawn?: UndrawnAnswer | null }
  const sign = (to: Wish, answers: Answers) => ending.run(() => signNow(to, answers))

  async function signNow({ meaning, after }: Wish, { password, undrawn }: Answers): Promise<void> {
    if (!session) return
    // Signing reports a failed save.
    await Promise.all([options.before(after), session.saveNow()])
    const confirmed = [...codesOf(asked), ...(undrawn ? [undrawn] : [])]
    const signature = { meaning, confirmed, keyImages: options.keyImages(), password }
    const version = await session.sign(signature)
    setWish(null)
    options.onSigned(version, after)
  }

  function heed(error: unknown, to: Wish) {
    if (staleCodes.includes(codeOf(error))) options.onStale()
    if (passwordCodes.includes(codeOf(error))) {
      setWasAsked(true)
      setWish({ ...to, unread: null })
    } else if (error instanceof Unheard) notify.error(error.message, { description: error.advice })
    else notify.error('Nothing was signed', { description: wordsOf(error) })
  }

  async function start(to: Wish): Promise<void> {
    if (!session || ending.isUnderWay()) return
    if (obstacle !== null) return void notify.warning(obstacle)
    setTried(true)
    const blocking = findings.find(({ severity }) => severity === 'blocks')
    if (blocking) return options.onShow(blocking)
    const unread = options.unread()
    if (unread || unconfirmed.length > 0 || undisplayed.length > 0 || asksPassword) return setWish({ ...to, unread })
    await sign(to, {}).catch((error: unknown) => heed(error, to))
  }

  const dialog = wish && (
    <SignDialog
      title={wish.meaning === 'final' ? 'Sign report' : 'Sign as preliminary'}
      identity={<StudyIdentity row={study} />}
      confirming={unconfirmed}
      unread={wish.unread}
      undisplayed={undisplayed}
      asksPassword={asksPassword}
      onSign={(password, undrawn) => {
        if (wish.unread) session?.markRead()
        return sign(wish, { password, undrawn }).catch((error: unknown) => {
          if (passwordCodes.includes(codeOf(error))) setWasAsked(true)
          if (staleCodes.includes(codeOf(error))) options.onStale()
          if (error instanceof Unheard) throw new ApiError('UNHEARD', 0, `${error.message}. ${error.advice}`)
          throw error instanceof NotSaved ? new ApiError('NOT_SAVED', 0, error.message) : error
        })
      }}
      onClose={() => setWish(null)}
    />
  )
  return { hasTried, dialog, start: (meaning: SignatureMeaning, after: After) => void start({ meaning, after }) }
}
