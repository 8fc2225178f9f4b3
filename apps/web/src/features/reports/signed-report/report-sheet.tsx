import type { PrintedReport } from '@readroom/report/printed-report'
import { KeyImagePicture } from '../../../components/study/key-image-picture.tsx'
import { cx } from '../../../lib/cx.ts'

type Part = PrintedReport['parts'][number]
type Block = Part['sections'][number]['blocks'][number]
type Line = Extract<Block, { kind: 'paragraph' }>

const directionOf = ({ rtl }: Pick<Line, 'rtl'>) => (rtl ? 'rtl' : 'ltr')

/** Uses the index as the key, because a printed report never changes. */
const inPlace = <T,>(items: readonly T[]) => items.map((item, place) => ({ item, key: String(place) }))

function Runs({ line }: { line: Pick<Line, 'runs'> }) {
  return inPlace(line.runs).map(({ item: { text, strong }, key }) => (strong ? <strong key={key}>{text}</strong> : text))
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === 'paragraph')
    return (
      <p dir={directionOf(block)} className="min-h-5 max-w-line break-words whitespace-pre-wrap print:max-w-none">
        <Runs line={block} />
      </p>
    )
  if (block.kind === 'list')
    return (
      <ul className="max-w-line list-disc pl-5 print:max-w-none">
        {inPlace(block.items).map(({ item, key }) => (
          <li key={key} dir={directionOf(item)} className="break-words whitespace-pre-wrap">
            <Runs line={item} />
          </li>
        ))}
      </ul>
    )
  return (
    <dl className="grid gap-x-3 sm:grid-cols-[12rem_1fr]">
      {inPlace(block.rows).map(({ item: { label, value }, key }) => (
        <div key={key} className="contents">
          <dt className="text-text-2">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Pictures({ studyId, pictures }: { studyId: string; pictures: Part['pictures'] }) {
  return (
    <ul className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {pictures.map((picture) => (
        <li key={picture.id} className="min-w-0 break-inside-avoid">
          <KeyImagePicture studyId={studyId} keyImage={picture} alt={picture.alt} className="h-64 w-full rounded-sm print:h-56" />
          <p className="num mt-1 text-sm">
            <span className="font-semibold">{picture.label}</span>
            {picture.place !== '' && <span className="text-text-2">, {picture.place}</span>}
          </p>
          <p dir={directionOf(picture.caption)} className="break-words">
            <Runs line={picture.caption} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function PartOf({ studyId, part }: { studyId: string; part: Part }) {
  const { heading, when, sections, signer, specialization, signed } = part
  const SectionHeading = heading ? 'h3' : 'h2'
  return (
    <article aria-label={heading ?? 'Report'} className={cx(heading && 'mt-3 border-t border-text pt-3')}>
      {heading && (
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h2 className="text-md font-semibold">{heading}</h2>
          <span className="num text-sm text-text-2">{when}</span>
        </div>
      )}
      {sections.map(({ title, blocks }) => (
        <section key={title ?? heading} aria-label={title ?? heading ?? undefined} className="mt-3.5">
          {title !== null && <SectionHeading className="font-semibold break-after-avoid">{title}</SectionHeading>}
          <div className="grid gap-1.5 leading-5">
            {inPlace(blocks).map(({ item, key }) => (
              <BlockOf key={key} block={item} />
            ))}
          </div>
        </section>
      ))}
      {part.pictures.length > 0 && (
        <section aria-label="Key images" className="mt-3.5">
          <SectionHeading className="mb-1 font-semibold break-after-avoid">Key images</SectionHeading>
          <Pictures studyId={studyId} pictures={part.pictures} />
        </section>
      )}
      <footer className="mt-5 break-inside-avoid border-t border-line pt-2.5">
        <p>
          <bdi className="font-semibold">{signer}</bdi>
          {specialization && (
            <span className="text-text-2">
              , <bdi>{specialization}</bdi>
            </span>
          )}
        </p>
        <p className="num text-sm text-text-2">{signed}</p>
      </footer>
    </article>
  )
}

function Letterhead({ sheet: { letterhead, heading, subheading } }: { sheet: PrintedReport }) {
  return (
    <header className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-b border-text pb-3">
      <div className="min-w-0">
        <p className="text-lg font-semibold break-words">
          <bdi>{letterhead.name}</bdi>
        </p>
        {letterhead.lines.map((line) => (
          <p key={line} className="text-sm break-words text-text-2">
            <bdi>{line}</bdi>
          </p>
        ))}
      </div>
      <div className="sm:text-right">
        <h1 className="text-md font-semibold">{heading}</h1>
        <p className="text-sm break-words text-text-2">{subheading}</p>
      </div>
    </header>
  )
}

/** Shows a signed report laid out as in its PDF. `notice` says what has happened to it since. */
export function ReportSheet({ studyId, sheet, notice }: { studyId: string; sheet: PrintedReport; notice: string | null }) {
  return (
    <div
      data-sheet
      className="relative mx-auto flex min-h-[min(1120px,100%)] w-full max-w-[800px] flex-col border border-line bg-surface px-10 py-8 max-sm:px-4 max-sm:py-5 print:min-h-0 print:max-w-none print:border-0 print:p-0"
    >
      {[sheet.mark, notice].filter(Boolean).map((words) => (
        <p key={words} className="mb-3 rounded-sm bg-sunken px-3 py-1.5 text-center font-semibold tracking-wide">
          {words}
        </p>
      ))}
      <Letterhead sheet={sheet} />
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 border-b border-line py-3 sm:grid-cols-[auto_1fr_auto_1fr]">
        {sheet.facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-text-2">{label}</dt>
            <dd className="min-w-0 font-medium break-words">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {inPlace(sheet.parts).map(({ item, key }) => (
        <PartOf key={key} studyId={studyId} part={item} />
      ))}
      <p className="num mt-auto flex flex-wrap justify-between gap-x-6 pt-8 text-xs text-text-2">
        <span>{sheet.footer.left}</span>
        <span className="min-w-0 break-all">{sheet.footer.right}</span>
      </p>
    </div>
  )
}
