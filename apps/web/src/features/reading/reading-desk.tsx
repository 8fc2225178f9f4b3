import type { ReportContent, ReportVersion } from '@readroom/contracts/reading'
import type { ReportKind } from '@readroom/contracts/report-kinds'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { Button } from '../../components/ui/button.tsx'
import { formatInstant } from '../../lib/format.ts'
import { notify } from '../../lib/notify.tsx'
import { useUser } from '../../lib/session/session.ts'
import { recordOpening } from '../viewer/open-viewer.ts'
import { IdentityBar } from './identity-bar.tsx'
import { ImagesFrame } from './images-frame.tsx'
import { ImagesStrip } from './images-strip.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { OpenPane } from './pane-content.tsx'
import { type PaneName, Rail } from './panes/rail.tsx'
import { type Opening, priorsOptions } from './reading.queries.ts'
import { writtenKey } from './reading-keys.ts'
import type { ReadingPageProps } from './reading-page-props.ts'
import { ReportPanel, type Writer } from './report-panel.tsx'
import { beginningOf } from './saving/beginning.ts'
import type { HoldState } from './saving/draft-state.ts'
import { SignedPanel } from './signed-panel.tsx'
import type { Images } from './use-images.ts'
import { useNextStudy } from './use-next-study.ts'
import { type Commands, useReadingKeys } from './use-reading-keys.ts'

type Props = ReadingPageProps & {
  windowId: string
  opening: Opening
  /** What a new report begins with. */
  template: ReportContent | null
  images: Images
  onStale: () => void
}
type Chosen = { kind: ReportKind; reason: string }

/** What is written now, if anything is: a draft goes on by itself, what follows a finished report is asked for. */
function useChosen({ draft, kinds }: Opening) {
  const [chosen, setChosen] = useState<Chosen | null>(() => {
    if (kinds.length === 0) return null
    if (draft) return { kind: draft.kind, reason: draft.reason }
    return kinds.includes('original') ? { kind: 'original', reason: '' } : null
  })
  return [chosen, setChosen] as const
}

function Held({ hold }: { hold: HoldState }) {
  if (hold.is === 'free') return null
  const name = hold.is === 'mine' ? 'You' : hold.name
  return (
    <dl className="shrink-0 text-right text-xs">
      <dt className="text-2xs text-text-3 uppercase">Held by</dt>
      <dd className="text-sm text-text-2">
        <bdi className="font-semibold text-text">{name}</bdi>
        {hold.is !== 'lost' && <span className="num"> since {formatInstant(hold.since).time}</span>}
      </dd>
    </dl>
  )
}

const commandNames = ['signNext', 'signClose', 'saveClose', 'save', 'allNormal'] as const

/** The reading page of one study on a screen that has room for it. */
export function ReadingDesk({ opening, template, images, windowId, onStale, ...props }: Props) {
  const { study } = opening
  const { role } = useUser()
  const [chosen, setChosen] = useChosen(opening)
  const [beginning, setBeginning] = useState(() => chosen && beginningOf(opening, chosen, template))
  const [pane, setPane] = useState<PaneName | null>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const [showsCritical, setShowsCritical] = useState(false)
  const [hold, setHold] = useState<HoldState>({ is: 'free' })
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const writer = useRef<Writer | null>(null)
  const page = useRef<HTMLDivElement>(null)
  const isRecorded = useRef(false)
  const { data: priors } = useQuery(priorsOptions(study._id))
  const next = useNextStudy({ ...props, windowId })
  const layout = useDefaultLayout({ id: 'readroom-reading', storage: window.localStorage, panelIds: ['images', 'report'] })

  // Somebody else has signed meanwhile: what is written is something else now.
  const isOver = chosen !== null && hold.is !== 'mine' && !opening.kinds.includes(chosen.kind)
  if (isOver) setChosen(null)

  const begin = (kind: ReportKind, reason: string) => {
    setChosen({ kind, reason })
    setBeginning(beginningOf(opening, { kind, reason }, template))
  }
  const recordOnce = () => {
    if (!isRecorded.current) recordOpening(study, role)
    isRecorded.current = true
  }
  const toggle = (name: PaneName) => setPane((now) => (now === name ? null : name))
  const moveImages = () => {
    if (images.isApart) images.bringBack()
    else if (images.moveOut()) recordOnce()
  }
  const toImages = () => {
    const frame = page.current?.querySelector<HTMLIFrameElement>('iframe[data-images]')
    if (images.isApart) images.show()
    else if (document.activeElement === frame) writer.current?.focus()
    else frame?.contentWindow?.focus()
  }
  const insertText = (...text: Parameters<Writer['insert']>) => {
    if (writer.current && !writer.current.insert(...text)) notify.info('This text has no such section')
  }
  const insertHistory = () => hold.is === 'mine' && insertText('clinicalInformation', opening.clinicalHistory, 'history')
  const commands: Commands = {
    ...{
      images: toImages,
      apart: moveImages,
      insertHistory,
      showKeys: () => setShowsKeys(true),
      critical: () => setShowsCritical(true),
    },
    ...Object.fromEntries((['priors', 'clinical', 'documents', 'discussion'] as const).map((name) => [name, () => toggle(name)])),
    ...Object.fromEntries(commandNames.map((name) => [name, () => writer.current?.[name]()])),
    ...Object.fromEntries([1, 2, 3, 4, 5].map((place) => [`section${place}`, () => writer.current?.goTo(place - 1)])),
  }
  const onKey = useReadingKeys(commands)

  const onSigned = (_version: ReportVersion, after: 'close' | 'next') => next.go(after)
  const report =
    chosen && beginning ? (
      <ReportPanel
        key={chosen.kind}
        {...{ opening, windowId, beginning, writer, foot, onStale, onSigned }}
        obstacle={images.inStep === 'other' ? 'The second window shows another study.' : null}
        onHold={setHold}
        onShowKeys={() => setShowsKeys(true)}
        beforeNext={next.prepare}
        onClose={props.onLeave}
      />
    ) : (
      <SignedPanel opening={opening} {...(opening.kinds.length > 0 && { onBegin: begin })} />
    )
  const insert = hold.is === 'mine' ? insertText : null

  return (
    <div ref={page} className="flex h-dvh flex-col overflow-hidden bg-surface">
      <IdentityBar study={study} back={props.back}>
        <Held hold={hold} />
        <Button data-tip={writtenKey('critical')} onClick={() => setShowsCritical(true)}>
          <TriangleAlert size={14} aria-hidden /> Critical results
        </Button>
        {!images.isApart && (
          <Button data-tip={writtenKey('apart')} onClick={moveImages}>
            <ExternalLink size={14} aria-hidden /> Second window
          </Button>
        )}
      </IdentityBar>
      {images.isApart && <ImagesStrip images={images} />}
      <main className="flex min-h-0 flex-1">
        <Group orientation="horizontal" className="min-w-0 flex-1" {...layout}>
          {!images.isApart && (
            <>
              <Panel id="images" defaultSize="58%" minSize="25%">
                <ImagesFrame
                  key={`${study._id} ${images.priorId ?? ''}`}
                  {...{ study, priorId: images.priorId, onKey }}
                  onOpened={recordOnce}
                />
              </Panel>
              <Separator
                aria-label="Width of the images"
                className="relative w-px bg-line-strong outline-offset-0! before:absolute before:inset-y-0 before:-left-1 before:w-2.5 hover:bg-accent data-[separator=active]:bg-accent"
              />
            </>
          )}
          <Panel id="report" minSize="25%">
            {report}
          </Panel>
        </Group>
        {pane && (
          <OpenPane
            name={pane}
            {...{ opening, images, insert, documents: props.documents(study) }}
            onClose={() => setPane(null)}
          />
        )}
        <Rail
          open={pane}
          counts={{ priors: priors?.length ?? 0, documents: study.documents, discussion: study.discussions }}
          onToggle={toggle}
        />
      </main>
      <div ref={setFoot} />
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      {showsCritical && props.critical(study, () => setShowsCritical(false))}
    </div>
  )
}
