import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { Confirmation, UndrawnAnswer } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import type { Finding } from '@readroom/report/checks'
import { useState } from 'react'
import { StudyIdentity } from '../../../../components/study/study-facts.tsx'
import { ApiError, reasonOf } from '../../../../lib/api/api-error.ts'
import { notify } from '../../../../lib/notify.tsx'
import type { Opening } from '../../requests/reading.queries.ts'
import { codeOf, NotSaved, Unheard } from '../../session/machine/draft-errors.ts'
import { staleCodes } from '../../session/machine/ending.ts'
import { whyUnsaved } from '../../session/machine/parts.ts'
import { type DraftState, isSaved, obstacleTo, type Unread, unreadOf } from '../../session/machine/state.ts'
import { type ReadingStore, useReadingState } from '../../session/reading-store.ts'
import type { DraftSession } from '../../session/run.ts'
import { CriticalOffer, useCriticalOffer } from './critical-offer.tsx'
import { notSaved, SignDialog } from './sign-dialog.tsx'
import { answerBefore } from './unseen-series.tsx'

type Warned = { findings: readonly Finding[]; kept: readonly Finding[] }

const asksOf = ({ findings }: Warned) => findings.filter(({ severity }) => severity === 'confirm')
const unconfirmedOf = (warned: Warned) => asksOf(warned).filter((finding) => !warned.kept.includes(finding))

/** The action after a signature. */
export type After = 'close' | 'next'
type Wish = { meaning: SignatureMeaning; after: After }

type Options = {
  opening: Pick<Opening, 'study' | 'draft' | 'passwordNeeded' | 'answered'>
  store: ReadingStore
  session: DraftSession | null
  /** Returns the warnings about the text as it is now, in its order. `kept`: those that its writer has kept. */
  warned: () => Warned
  onShow: (finding: Finding) => void
  /** Called when the page's data may be out of date, so that other confirmations may be needed. */
  onStale: () => void
  onSigned: (version: ReportVersion, after: After) => void
}

const wordsOf = (error: unknown) => (error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.'))
const passwordCodes = ['SIGNATURE_PASSWORD_NEEDED', 'SIGNATURE_PASSWORD_INCORRECT', 'TOO_MANY_ATTEMPTS', 'BUSY']

/** Says that an addendum or a correction is signed, and the reason of the correction. */
function KindLine({ draft }: { draft: DraftState | null }) {
  if (!draft || draft.kind === 'original') return null
  return (
    <p className="mt-1 break-words">
      {draft.kind === 'addendum' ? 'Addendum' : 'Correction: '}
      {draft.kind === 'correction' && <bdi>{draft.reason}</bdi>}
    </p>
  )
}

/** Signs a report. Goes first to findings that block signing, then asks for confirmations, and for the password if needed. */
export function useSigning({ opening, store, session, warned, ...options }: Options) {
  const { study, passwordNeeded } = opening
  const answered = () =>
    answerBefore(
      store.state().displayed.undisplayed.filter((one) => one.undrawn > 0),
      opening.answered,
    )
  const { undisplayed } = useReadingState(store, 'displayed')
  const draft = useReadingState(store, 'draft')
  const standing = useReadingState(store, 'standing')
  const [wish, setWish] = useState<(Wish & { unread: Unread | null; critical: string | null }) | null>(null)
  /** True if the server asked for the password. A confirmed password can expire while a report is written. */
  const [wasAsked, setWasAsked] = useState(false)
  // The value of a study loaded ahead is out of date until it is reloaded.
  const asksPassword = wasAsked || passwordNeeded
  const [hasTried, setTried] = useState(false)
  const offer = useCriticalOffer(study._id, draft?.document ?? null)
  const markCritical = () => {
    store.openDialog('critical', wish?.critical ?? offer.words ?? '')
    setWish(null)
  }
  const denyCritical = () => {
    offer.deny()
    setWish((now) => now && { ...now, critical: null })
  }

  type Answers = { password?: string | undefined; undrawn?: UndrawnAnswer | null }
  async function sign({ meaning, after }: Wish, { password, undrawn }: Answers): Promise<void> {
    const codes = asksOf(warned()).flatMap(({ code }): Confirmation[] => (code ? [code] : []))
    const hasUnseen = store.state().displayed.undisplayed.some((one) => one.undrawn === 0)
    const confirmed = [...new Set(codes), ...(hasUnseen ? (['series'] as const) : []), ...(undrawn ? [undrawn] : [])]
    const signature = { meaning, confirmed, password, requestId: crypto.randomUUID() }
    const version = (await session?.end({ what: 'sign', signature, isNext: after === 'next' }))?.version
    if (!version) return
    setWish(null)
    options.onSigned(version, after)
  }

  /** Heeds why nothing was signed. Returns true if the password is asked for. */
  function heed(error: unknown): boolean {
    if (staleCodes.includes(codeOf(error)) || error instanceof Unheard) options.onStale()
    const asks = passwordCodes.includes(codeOf(error))
    if (asks) setWasAsked(true)
    return asks
  }

  async function start(to: Wish): Promise<void> {
    if (!session || session.state().ending || session.state().isOver) return
    const obstacle = obstacleTo(store.state())
    if (obstacle !== null) return void notify.warning(obstacle)
    setTried(true)
    const blocking = warned().findings.find(({ severity }) => severity === 'blocks')
    if (blocking) return options.onShow(blocking)
    const { document } = session.state()
    const critical = await offer.ask(document)
    // The answer may come after another key.
    if (!session.state().document.eq(document) || session.state().ending || session.state().isOver) return
    const unread = unreadOf(session.state())
    // All as it is now: a key may come before the page has drawn the words before it.
    const undrawn = answered()
    // Images that the reader had not seen then may have been seen since.
    const isAccounted = (one: ReadSeries) => one.undrawn > 0 && undrawn !== null && undrawn !== 'undrawn-unseen'
    const isAsked = unconfirmedOf(warned()).length > 0 || !store.state().displayed.undisplayed.every(isAccounted)
    if (critical !== null || unread || isAsked || asksPassword) return setWish({ ...to, unread, critical })
    await sign(to, { undrawn }).catch((error: unknown) => {
      if (heed(error)) setWish({ ...to, unread: null, critical: null })
      else if (error instanceof Unheard) notify.error(error.message, { description: error.advice })
      else notify.error('Nothing was signed', { description: wordsOf(error) })
    })
  }

  const dialog = wish && (
    <SignDialog
      title={wish.meaning === 'final' ? 'Sign report' : 'Sign as preliminary'}
      identity={
        <>
          <StudyIdentity row={study} />
          <KindLine draft={session?.state() ?? null} />
        </>
      }
      confirming={unconfirmedOf(warned())}
      unread={wish.unread}
      saved={opening.draft}
      undisplayed={undisplayed}
      study={study}
      answered={answered()}
      isSaved={draft !== null && isSaved(draft) && whyUnsaved(draft) === null}
      asksPassword={asksPassword}
      obstacle={draft?.isOver ? null : obstacleTo({ draft, standing })}
      critical={wish.critical}
      onMarkCritical={markCritical}
      onDenyCritical={denyCritical}
      onSign={(password, undrawn) => {
        if (wish.unread) session?.dispatch({ is: 'wasRead', document: wish.unread.document })
        return sign(wish, { password, undrawn }).catch((error: unknown) => {
          heed(error)
          if (error instanceof Unheard) throw new ApiError('UNHEARD', 0, `${error.message}. ${error.advice}`)
          throw error instanceof NotSaved ? new ApiError(notSaved, 0, error.message) : error
        })
      }}
      onClose={() => setWish(null)}
    />
  )
  const criticalLine = !wish && offer.words !== null && (
    <CriticalOffer
      className="min-h-9 shrink-0 border-t border-line px-4 py-1"
      words={offer.words}
      onMark={markCritical}
      onDeny={denyCritical}
    />
  )
  return { hasTried, dialog, criticalLine, start: (meaning: SignatureMeaning, after: After) => void start({ meaning, after }) }
}
