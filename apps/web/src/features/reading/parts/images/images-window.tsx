import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Fact, UrgencyBadge } from '../../../../components/study/study-facts.tsx'
import { formatDate } from '../../../../lib/format.ts'
import { patientTitle } from '../../../../lib/hooks/use-title.ts'
import { useReadingStore } from '../../session/reading-store.ts'
import type { Shown } from './use-frames.ts'

/** Copies our page's styles. Loading them again could fail, and the window would be unusable. */
function copyStyles(apart: Document): void {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const sheet = apart.defaultView && new apart.defaultView.CSSStyleSheet()
  sheet?.replaceSync(rules.map(({ cssText }) => cssText).join('\n'))
  apart.adoptedStyleSheets = sheet ? [sheet] : []
}

/** Gives the empty window our page's styles and theme. Returns its root element. */
function prepare({ document: apart }: Window): HTMLElement {
  apart.documentElement.className = document.documentElement.className
  for (const { name, value } of document.documentElement.attributes) apart.documentElement.setAttribute(name, value)
  copyStyles(apart)
  const root = apart.createElement('div')
  root.id = 'root'
  apart.body.replaceChildren(root)
  return root
}

type Props = {
  opened: Window
  study: Shown | null
  /** Called for keys pressed in the window, outside the viewer. */
  onKey: (event: KeyboardEvent) => void
  children: ReactNode
}

/** Shows the separate images window, with the patient of our record above the images. */
export function ImagesWindow({ opened, study, onKey, children }: Props) {
  const store = useReadingStore()
  const heedKey = useEffectEvent(onKey)
  const [root, setRoot] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setRoot(prepare(opened)), [opened])
  useEffect(() => {
    const listener = (event: KeyboardEvent) => heedKey(event)
    opened.addEventListener('keydown', listener)
    return () => opened.removeEventListener('keydown', listener)
  }, [opened])
  const title = patientTitle(study?.patientName, study?.patientId) || 'Images'
  useLayoutEffect(() => {
    opened.document.title = `${title} - Readroom`
  }, [opened, title])
  if (!root) return null
  return createPortal(
    <main className="flex h-dvh flex-col bg-black" onPointerDownCapture={() => store.takeKeyboard('images')}>
      <header className="flex min-h-9 shrink-0 items-center gap-4 border-b border-line bg-canvas px-4 text-sm">
        {study && (
          <>
            <h1 className="min-w-0 font-semibold break-words">
              <Fact value={study.patientName} />
            </h1>
            <UrgencyBadge study={study} />
            <dl className="flex min-w-0 flex-wrap gap-x-4">
              {(
                [
                  ['ID', study.patientId],
                  ['Accession', study.accessionNumber],
                  ['Study', study.description],
                  ['Date', study.studyDate && formatDate(study.studyDate)],
                ] as const
              ).map(([label, value]) => (
                <div key={label} className="flex gap-1.5">
                  <dt className="text-text-3">{label}</dt>
                  <dd className="num font-medium">
                    <Fact value={value} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </header>
      <div className="min-h-0 flex-1">{children}</div>
    </main>,
    root,
  )
}
