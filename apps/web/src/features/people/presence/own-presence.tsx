import type { Presence } from '@readroom/contracts/people/presence'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormBody } from '../../../components/form/form-body.tsx'
import { useLeaveQuestion } from '../../../components/form/leave-question.tsx'
import { useSchemaForm } from '../../../components/form/use-schema-form.ts'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { presenceOptions } from './presence.queries.ts'
import { PresenceInputs, presenceFormOf } from './presence-inputs.tsx'

const options = presenceOptions('own')

function OwnPresenceForm({ presence, reload }: { presence: Presence; reload: () => Promise<Presence | undefined> }) {
  const form = useSchemaForm({
    ...presenceFormOf({ of: 'own', presence, reload }),
    onDone: () => void form.showCurrent?.(),
  })
  const { question } = useLeaveQuestion({ isFilled: form.isDirty, leave: () => {} })
  return (
    <>
      <FormBody form={form} label="Shifts and absences" className="grid gap-4">
        <PresenceInputs />
        <div className="flex justify-end">
          <SubmitButton label="Save shifts and absences" busyLabel="Saving..." busy={form.isBusy} />
        </div>
      </FormBody>
      {question}
    </>
  )
}

/** Lets the signed-in doctor change the own shifts and absences. */
export function OwnPresence() {
  const id = useId()
  const { data, error, refetch } = useQuery(options)
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
      <h2 id={id} className="text-lg font-semibold">
        Shifts and absences
      </h2>
      {error && !data && (
        <FormMessage tone="error">The shifts could not be loaded. {reasonOf(error, 'The server did not answer.')}</FormMessage>
      )}
      {!data && !error && <Loading />}
      {data && <OwnPresenceForm presence={data} reload={async () => (await refetch()).data} />}
    </section>
  )
}
