import { type EligibilityCheck, eligibilitySheetEndpoints } from '@readroom/contracts/people/eligibility-sheet'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { doctorGroupsOptions } from '../../../lib/lists/doctor-groups.queries.ts'
import { doctorKeys } from '../doctors/doctors.queries.ts'
import { FileField } from '../people-import/file-field.tsx'
import { presenceKey } from '../presence/presence.queries.ts'
import { Changes } from './changes.tsx'
import { ColumnHelp } from './column-help.tsx'
import { DownloadSheet } from './download-sheet.tsx'

type State =
  | { is: 'empty' }
  | { is: 'checked'; check: EligibilityCheck }
  | { is: 'refused'; message: string }
  | { is: 'done'; message: string }

const failed = 'The file could not be sent. Please try again.'

function useSheet() {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>({ is: 'empty' })
  const onFailure = (message: string) => setState({ is: 'refused', message })
  const checking = useChange({
    change: (chosen: File) => api.upload(eligibilitySheetEndpoints.check, {}, { file: chosen, fields: {} }),
    failed,
    onDone: ({ check }) => setState({ is: 'checked', check }),
    onFailure,
  })
  const importing = useChange({
    change: (chosen: File) => api.upload(eligibilitySheetEndpoints.run, {}, { file: chosen, fields: {} }),
    failed,
    onDone({ changed }) {
      setFile(null)
      setState({ is: 'done', message: `${plural(changed, 'doctor')} changed.` })
    },
    onFailure,
    invalidates: [doctorKeys.all, presenceKey, doctorGroupsOptions.queryKey],
  })
  return {
    file,
    state,
    busy: checking.isBusy || importing.isBusy,
    choose: (chosen: File | null) => {
      setFile(chosen)
      setState({ is: 'empty' })
    },
    check() {
      if (file) checking.start(file)
    },
    run() {
      if (file) importing.start(file)
    },
  }
}

/** Lets the administrator edit eligibility, shifts and absences of all doctors in a spreadsheet, and shows the changes before they are made. */
export default function EligibilityPage() {
  useTitle('Edit doctors in a spreadsheet')
  const { file, state, busy, choose, check, run } = useSheet()
  const isGood = state.is === 'checked' && state.check.faults.length === 0 && state.check.changes.length > 0
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-240 gap-5 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Edit doctors in a spreadsheet</h1>
          <p className="mt-1 max-w-180 text-text-2">
            Change the studies that doctors read, their groups, shifts and absences for many doctors at once. If one line has an
            error, nothing is imported.
          </p>
        </div>
        <DownloadSheet />
        <form
          aria-label="Import doctors"
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (isGood) run()
            else check()
          }}
        >
          <h2 className="text-lg font-semibold">2. Check and import</h2>
          <FileField key={state.is === 'done' ? 'done' : 'next'} onChoose={choose} />
          <div>
            <Button type="submit" look="primary" className="max-lg:h-11" disabled={!file || busy}>
              {busy ? 'Please wait...' : isGood ? `Change ${plural(state.check.changes.length, 'doctor')}` : 'Check file'}
            </Button>
          </div>
        </form>
        {state.is === 'refused' && <FormMessage tone="error">{state.message}</FormMessage>}
        {state.is === 'done' && <FormMessage tone="success">{state.message}</FormMessage>}
        {state.is === 'checked' && <Changes check={state.check} />}
        <ColumnHelp />
      </div>
    </main>
  )
}
