import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { FormBody } from '../form/form-body.tsx'
import { Button } from '../ui/button.tsx'
import { SubmitButton } from '../ui/submit-button.tsx'
import { FullPage, Restored } from './full-page.tsx'
import { StepList } from './step-list.tsx'
import type { useWizard } from './use-wizard.ts'

export type WizardStep<T extends FieldValues> = {
  title: string
  /** Explains the step. */
  hint: string
  /** A summary of the entries, shown when the step is done. */
  summary?: (values: T) => string
  Content: ComponentType
}

type Props<T extends FieldValues, R> = {
  name: string
  steps: readonly WizardStep<T>[]
  wizard: ReturnType<typeof useWizard<T, R>>
  submitLabel: string
  busyLabel: string
  /** Replaces the form after it has been sent. */
  done: ReactNode
}

/** Renders a full page of three steps: the list of steps at the left, the current one at the right. */
export function Wizard<T extends FieldValues, R>({ name, steps, wizard, submitLabel, busyLabel, done }: Props<T, R>) {
  const { form, index, isLast, isDirty, isBusy, heading, back, draft } = wizard
  const step = steps[index]
  if (done) return <FullPage filled={false}>{() => done}</FullPage>
  if (!step) return null
  const described = steps.map(({ title, hint, summary }, position) => ({
    title,
    caption: (position < index && summary?.(form.getValues())) || hint,
  }))
  return (
    <FullPage filled={isDirty} onDiscard={draft.forget}>
      {() => (
        <div className="mx-auto w-full max-w-198 lg:grid lg:grid-cols-[220px_minmax(0,520px)] lg:gap-13">
          <StepList steps={described} current={index} />
          <FormBody form={wizard} label={name} className="min-w-0">
            <p className="text-sm text-text-3">
              {name}, step {index + 1} of {steps.length}
            </p>
            <h1 ref={heading} tabIndex={-1} className="mb-5 text-2xl font-semibold tracking-tight outline-none">
              {step.title}
            </h1>
            <div className="grid gap-4">
              {draft.isRestored && index === 0 && <Restored />}
              <step.Content />
            </div>
            <div className="mt-6 flex flex-wrap justify-between gap-2">
              {index > 0 ? (
                <Button size="lg" className="max-lg:h-11" disabled={isBusy} onClick={back}>
                  Back
                </Button>
              ) : (
                <span />
              )}
              <SubmitButton label={isLast ? submitLabel : 'Continue'} busyLabel={busyLabel} busy={isBusy} />
            </div>
          </FormBody>
        </div>
      )}
    </FullPage>
  )
}
