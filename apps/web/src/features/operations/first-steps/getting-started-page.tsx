import { type FirstStep, type FirstSteps, firstSteps } from '@readroom/contracts/operations/first-steps'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { paths } from '../../../lib/paths.ts'
import { dismissFirstSteps, firstStepsKey, firstStepsOptions } from './first-steps.queries.ts'
import { stepContents } from './step-contents.tsx'

/** Somebody may watch the page for the result of a step done elsewhere. */
const refreshMs = 5_000

function DismissButton() {
  const navigate = useNavigate()
  const { start, isBusy } = useChange({
    change: dismissFirstSteps,
    done: ({ message }) => message,
    failed: 'This could not be done. Please try again.',
    invalidates: [firstStepsKey],
    onDone: () => void navigate(paths.adminDashboard),
  })
  return (
    <Button className="max-lg:h-11" disabled={isBusy} onClick={() => start()}>
      Dismiss
    </Button>
  )
}

function Step({ step, steps }: { step: FirstStep; steps: FirstSteps }) {
  const { title, hint, result, Content } = stepContents[step]
  const isDone = steps.done.includes(step)
  const Icon = isDone ? CircleCheck : Circle
  return (
    <li aria-label={title} className="flex gap-3 py-4">
      <Icon size={18} className={isDone ? 'mt-0.5 shrink-0 text-green-fg' : 'mt-0.5 shrink-0 text-icon'} aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="text-lg font-semibold">
          {title}
          <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
        </h2>
        {isDone ? (
          <p className="break-words text-text-2">{result(steps)}</p>
        ) : (
          <>
            <p className="mb-3 text-text-2">{hint}</p>
            <Content steps={steps} />
          </>
        )}
      </div>
    </li>
  )
}

function Progress({ count }: { count: number }) {
  return (
    <div className="mb-2">
      <p role="status" className="mb-2 text-text-2">
        {count === firstSteps.length
          ? 'All steps are done. Readroom is ready.'
          : `${count} of ${firstSteps.length} steps done. A step is done as soon as the system has its result.`}
      </p>
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-press">
        <div className="h-full rounded-full bg-accent" style={{ width: `${(100 * count) / firstSteps.length}%` }} />
      </div>
    </div>
  )
}

/** Leads administrators from an empty system to one that works. */
export default function GettingStartedPage() {
  useTitle('Getting started')
  const { data, error } = useQuery({ ...firstStepsOptions, refetchInterval: refreshMs })
  const isFinished = data?.done.length === firstSteps.length
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-200 px-5 py-6 lg:py-10">
        <div className="mb-2 flex items-center justify-between gap-3">
          <h1 className="text-xl font-semibold">Getting started</h1>
          {data && !data.isDismissed && !isFinished && <DismissButton />}
        </div>
        {!data && (error ? <FormMessage tone="error">The steps could not be loaded.</FormMessage> : <Loading />)}
        {data && (
          <>
            <Progress count={data.done.length} />
            <ol className="divide-y divide-line">
              {firstSteps.map((step) => (
                <Step key={step} step={step} steps={data} />
              ))}
            </ol>
          </>
        )}
      </div>
    </main>
  )
}
