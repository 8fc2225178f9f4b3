import { readingEndpoints } from '@readroom/contracts/reading/reading'
import { useQueryClient } from '@tanstack/react-query'
import { Check, ChevronDown, X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Kbd } from '../../../../components/ui/kbd.tsx'
import { Menu, MenuItem } from '../../../../components/ui/menu.tsx'
import { api } from '../../../../lib/api/api.ts'
import { reasonOf } from '../../../../lib/api/api-error.ts'
import { cx } from '../../../../lib/cx.ts'
import { useChange } from '../../../../lib/hooks/use-change.ts'
import { useElapsed } from '../../../../lib/hooks/use-elapsed.ts'
import { useNow } from '../../../../lib/hooks/use-now.ts'
import { notify } from '../../../../lib/notify.tsx'
import { useUser } from '../../../../lib/session/session.ts'
import { downloadReport } from '../../../../lib/studies/report-queries.ts'
import { openingsKey } from '../../requests/reading.queries.ts'
import { useRoundCounts } from '../round/session-round.ts'
import { doublePressMs } from './double-press.ts'
import { forgetSigned, type LastSigned, useSigned } from './last-signed.ts'
import { useNoticePlace } from './notice-place.ts'

/** How long the notice is shown if nothing can be recalled, in ms. */
const leastMs = 10_000

const titles = { original: 'Report signed', addendum: 'Addendum signed', correction: 'Correction signed' } as const

/** The notice's keys, by their position on the keyboard. They work on every page. */
const codes = { recall: 'KeyR', pdf: 'KeyG', next: 'KeyX' } as const
type Command = keyof typeof codes

function useNoticeKeys(commands: Partial<Record<Command, () => void>>) {
  const heed = useEffectEvent((event: KeyboardEvent) => {
    const { altKey, ctrlKey, metaKey, shiftKey, repeat, code } = event
    if (!altKey || ctrlKey || metaKey || shiftKey || event.getModifierState('AltGraph')) return
    if (document.querySelector('[role=dialog],[role=alertdialog]')) return
    const name = (['recall', 'pdf', 'next'] as const).find((one) => codes[one] === code)
    const command = name && commands[name]
    if (!command) return
    event.preventDefault()
    if (!repeat) command()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Returns for how many more seconds a report can be recalled. 0 or less if it can't be recalled any more. */
const secondsLeft = ({ version, at }: LastSigned, now: Date) =>
  Math.ceil((at + (version.recallSeconds ?? 0) * 1_000 - now.getTime()) / 1_000)

const inPage = 'border-t border-line bg-raised py-1.5 pr-2 pl-4'
const overPage =
  'fixed bottom-14 left-4 z-(--z-toast) max-w-[min(640px,calc(100vw-32px))] rounded-lg border border-line bg-raised py-2 pr-2 pl-3 shadow-dialog'

function Notice({ signed, earlier }: { signed: LastSigned; earlier: readonly LastSigned[] }) {
  const { version, study, at, nextPath } = signed
  const now = useNow(500)
  const place = useNoticePlace()
  // The notice of an earlier report takes the place of a recalled one. A second press must not recall that too.
  const isPresent = useElapsed(doublePressMs)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { change } = useRoundCounts(useUser()._id)
  const seconds = secondsLeft(signed, now)
  const { start: recall, isBusy } = useChange({
    change: ({ study: { _id: studyId }, version: { id: versionId } }: LastSigned) =>
      api.call(readingEndpoints.recall, { params: { studyId }, body: { versionId } }),
    onDone(_answer, { version: { id }, path }) {
      forgetSigned(id)
      change(({ signed: count }) => ({ signed: Math.max(0, count - 1) }))
      notify.success('Report recalled', { description: 'The report was not sent. The text is a draft again.' })
      void queries.invalidateQueries({ queryKey: openingsKey }).then(() => navigate(path))
    },
    failed: (error) => reasonOf(error, 'Please try again.'),
    onFailure: (description) => void notify.error('Report not recalled', { description }),
  })
  const recallable = earlier.filter((one) => secondsLeft(one, now) > 0)
  const isOver = seconds <= 0 && recallable.length === 0 && now.getTime() - at > leastMs
  useEffect(() => {
    if (isOver && !isBusy) forgetSigned()
  }, [isOver, isBusy])

  const canRecall = seconds > 0 && !isBusy && isPresent
  const openPdf = () => void downloadReport({ studyId: study._id, reportId: version.reportId })
  const openNext = nextPath === null ? undefined : () => void navigate(nextPath)
  useNoticeKeys({
    pdf: openPdf,
    ...(canRecall && { recall: () => recall(signed) }),
    ...(openNext && { next: openNext }),
  })

  const notice = (
    <section aria-label="Last signed report" className={cx('enter flex flex-wrap items-center gap-2', place ? inPage : overPage)}>
      <Check size={16} aria-hidden className="text-green-fg" />
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm">
        <span className="font-semibold">{titles[version.kind]}</span>
        {version.meaning === 'preliminary' && ' as preliminary'}
        {': '}
        <bdi className="font-medium">{study.patientName ?? 'N/A'}</bdi>
        <span className="text-text-2">
          {' · '}
          <bdi>{study.patientId ?? 'N/A'}</bdi>
          {' · '}
          <bdi>{study.description ?? 'No description'}</bdi>
        </span>
      </p>
      {version.recallSeconds !== null && seconds > 0 && (
        <Button disabled={!canRecall} onClick={() => recall(signed)}>
          Recall
          <span aria-hidden className="num text-text-2">
            {seconds} s
          </span>
          <Kbd>Alt R</Kbd>
        </Button>
      )}
      {recallable.length > 0 && (
        <Menu
          label="Earlier signed reports"
          trigger={
            <Button look="quiet" disabled={isBusy}>
              Earlier <ChevronDown size={13} aria-hidden />
            </Button>
          }
        >
          {recallable.map((one) => (
            <MenuItem
              key={one.version.id}
              hint={`${one.study.patientId ?? 'N/A'} · ${one.study.description ?? 'No description'} · ${secondsLeft(one, now)} s`}
              onSelect={() => recall(one)}
            >
              Recall <bdi>{one.study.patientName ?? 'N/A'}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button look="quiet" onClick={openPdf}>
        PDF <Kbd>Alt G</Kbd>
      </Button>
      {openNext && (
        <Button look="quiet" onClick={openNext}>
          Next study <Kbd>Alt X</Kbd>
        </Button>
      )}
      <IconButton label="Close notice" onClick={() => forgetSigned()}>
        <X size={14} />
      </IconButton>
    </section>
  )
  return place ? createPortal(notice, place) : notice
}

/** Names the last signed report, and offers to recall it and those before it until somebody outside has them. */
export function SignedNotice() {
  const [newest, ...earlier] = useSigned()
  // The next user of this browser has signed nothing.
  useEffect(() => () => forgetSigned(), [])
  return newest && <Notice key={newest.version.id} signed={newest} earlier={earlier} />
}
