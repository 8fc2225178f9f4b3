import type { FormEvent, ReactNode } from 'react'
import { type FieldValues, FormProvider, type UseFormReturn } from 'react-hook-form'
import { conflict } from '../../lib/forms/use-checked-form.ts'
import { Button } from '../ui/button.tsx'
import { FormMessage } from '../ui/form-message.tsx'

/** Shows the refusal that belongs to no field. After a change by somebody else the current data can be loaded; typed text is not dropped without notice. */
function Refusal({ message, onReload }: { message: string; onReload: (() => void) | null }) {
  return (
    <FormMessage tone="error">
      <p>{message}</p>
      {onReload && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button className="max-lg:h-11" onClick={onReload}>
            Load the current data
          </Button>
          <span className="text-sm">This replaces your entries.</span>
        </p>
      )}
    </FormMessage>
  )
}

type Props<In extends FieldValues, Out> = {
  /** The result of `useSchemaForm`. */
  form: {
    form: UseFormReturn<In, unknown, Out>
    submit: (event: FormEvent) => unknown
    showCurrent: (() => Promise<void>) | null
  }
  id?: string
  label?: string
  className?: string
  children: ReactNode
}

/** Renders the form element of a schema form, with the refusal that belongs to no field on top. */
export function FormBody<In extends FieldValues, Out>({
  form: { form, submit, showCurrent },
  id,
  label,
  className,
  children,
}: Props<In, Out>) {
  const { root } = form.formState.errors
  return (
    <FormProvider {...form}>
      <form id={id} aria-label={label} noValidate onSubmit={submit} className={className}>
        {root?.message && (
          <Refusal message={root.message} onReload={showCurrent && root.type === conflict ? () => void showCurrent() : null} />
        )}
        {children}
      </form>
    </FormProvider>
  )
}
