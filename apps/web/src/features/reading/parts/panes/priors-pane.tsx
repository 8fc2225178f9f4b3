import type { Prior } from '@readroom/contracts/images/priors'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeftToLine, Columns2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { Loading } from '../../../../components/ui/loading.tsx'
import { cx } from '../../../../lib/cx.ts'
import { formatDate } from '../../../../lib/format.ts'
import { priorsOptions, versionsOptions } from '../../requests/reading.queries.ts'
import { useReadingState, useReadingStore } from '../../session/reading-store.ts'
import { dateOfPrior } from '../compare/comparable-prior.ts'
import { ReportText, VersionHead } from '../editor/report-text.tsx'
import type { InsertText } from './insert-into-report.ts'

function Failed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 p-4 text-text-2">
      {what} could not be loaded.
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

function PriorReport({ prior, insert }: { prior: Prior; insert: InsertText | null }) {
  const { data, isError, refetch } = useQuery(versionsOptions(prior._id))
  if (isError) return <Failed what="The report" onRetry={() => void refetch()} />
  if (!data) return <Loading className="p-4" />
  const standing = data.versions.filter(({ meaning, isWithdrawn }) => meaning === 'final' && !isWithdrawn)
  if (standing.length === 0) {
    return (
      <p className="p-4 text-text-2">{prior.ReportAvailable ? 'The report is a file. See Documents.' : 'No finished report.'}</p>
    )
  }
  return (
    <div className="divide-y divide-line">
      {!data.isIntact && (
        <p role="alert" className="bg-red-wash px-4 py-2 text-red-fg">
          This text differs from the signed report. Do not rely on it, and tell an administrator.
        </p>
      )}
      {standing.map((version) => (
        <article key={version.id} className="p-4">
          <VersionHead version={version} />
          <ReportText
            content={version.content}
            action={({ id, text, title }) =>
              insert && (
                <Button
                  aria-label={`Insert section ${title}`}
                  onClick={() => insert(id === 'addendum' ? 'findings' : id, text, `prior:${dateOfPrior(prior)}`)}
                >
                  <ArrowLeftToLine size={13} aria-hidden /> Insert section
                </Button>
              )
            }
          />
        </article>
      ))}
    </div>
  )
}

type Props = {
  studyId: string
  insert: InsertText | null
}

/** Shows the patient's earlier studies: their final reports, to read and to insert into this one, and their images. */
export function PriorsPane({ studyId, insert }: Props) {
  const store = useReadingStore()
  const besideId = useReadingState(store, 'priorId')
  const { data: priors, isError, refetch } = useQuery(priorsOptions(studyId))
  const [chosenId, setChosenId] = useState<string | null>(null)
  if (isError) return <Failed what="The priors" onRetry={() => void refetch()} />
  if (!priors) return <Loading className="p-4" />
  if (priors.length === 0) return <p className="p-4 text-text-2">No earlier studies of this patient.</p>
  const chosen = priors.find(({ _id }) => _id === chosenId) ?? priors[0]
  return (
    <>
      <ul className="max-h-2/5 shrink-0 overflow-y-auto border-b border-line">
        {priors.map((prior) => {
          const isBeside = prior._id === besideId
          return (
            <li
              key={prior._id}
              className={cx(
                'flex items-center gap-2 border-l-3 pr-2',
                prior === chosen ? 'border-accent bg-accent-wash' : 'border-transparent hover:bg-hover',
              )}
            >
              <button
                type="button"
                aria-current={prior === chosen}
                className="flex min-w-0 flex-1 items-center gap-3 py-2 pl-3 text-left outline-offset-[-2px]!"
                onClick={() => setChosenId(prior._id)}
              >
                <span className="w-7 shrink-0 text-sm text-text-2">{prior.modality ?? 'N/A'}</span>
                <span className="min-w-0">
                  <span className="block truncate font-medium">
                    <bdi>{prior.description ?? 'N/A'}</bdi>
                  </span>
                  <span className="num block text-xs text-text-2">
                    {formatDate(dateOfPrior(prior))} · {prior.statusLabel} · <bdi>{prior.patientName ?? 'N/A'}</bdi>
                  </span>
                </span>
              </button>
              <IconButton
                label={isBeside ? 'Show only the current study' : `Show its images beside: ${prior.description ?? 'N/A'}`}
                aria-pressed={isBeside}
                className={isBeside ? 'text-accent-text' : ''}
                onClick={() => store.showBeside(isBeside ? null : prior._id)}
              >
                <Columns2 size={15} />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <section aria-label="Report of the prior" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
        {chosen && <PriorReport key={chosen._id} prior={chosen} insert={insert} />}
      </section>
      {insert && (
        <p className="shrink-0 border-t border-line px-4 py-2 text-xs text-text-3">
          Inserted sections are marked with their date until you change the text.
        </p>
      )}
    </>
  )
}
