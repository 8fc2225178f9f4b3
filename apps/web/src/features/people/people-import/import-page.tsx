import { type ImportCheck, importColumns, neededColumns, peopleImportEndpoints } from '@readroom/contracts/people/people-import'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { api } from '../../../lib/api/api.ts'
import { areEmailsKept, keptEmailWords } from '../../../lib/email-words.ts'
import { plural } from '../../../lib/format.ts'
import { useChange } from '../../../lib/hooks/use-change.ts'
import { useTitle } from '../../../lib/hooks/use-title.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { doctorKeys } from '../doctors/doctors.queries.ts'
import { userKeys } from '../users/users.queries.ts'
import { CheckResult } from './check-result.tsx'
import { FileField } from './file-field.tsx'

type State =
  | { is: 'empty' }
  | { is: 'checked'; check: ImportCheck }
  | { is: 'refused'; message: string }
  | { is: 'done'; message: string }

const failed = 'The file could not be sent. Please try again.'
const people = ({ doctors, staff }: Pick<ImportCheck, 'doctors' | 'staff'>) =>
  `${plural(doctors, 'doctor')} and ${plural(staff, 'member', 'members')} of staff`

function saveExample() {
  const lines = [
    importColumns.join(','),
    'doctor,Helen Marsh,h.marsh@clinic.example,,,Neuroradiology,GMC-1,Radiology,"MD, FRCR",12,,,"English, Hindi"',
    'staff,Rosa Delgado,rosa@lab.example,rosa,NORTHGATE,,,,,,,,',
  ]
  saveBlob(new Blob([`${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'people.csv')
}

function useImport() {
  const [file, setFile] = useState<File | null>(null)
  const [state, setState] = useState<State>({ is: 'empty' })
  const onFailure = (message: string) => setState({ is: 'refused', message })
  const checking = useChange({
    change: (chosen: File) => api.upload(peopleImportEndpoints.check, {}, { file: chosen, fields: {} }),
    failed,
    onDone: ({ check }) => setState({ is: 'checked', check }),
    onFailure,
  })
  const importing = useChange({
    change: (chosen: File) => api.upload(peopleImportEndpoints.run, {}, { file: chosen, fields: {} }),
    failed,
    onDone(done) {
      setFile(null)
      setState({
        is: 'done',
        message: `${people(done)} imported. ${areEmailsKept() ? keptEmailWords : 'Generated passwords are being emailed.'}`,
      })
    },
    onFailure,
    invalidates: [userKeys.all, doctorKeys.all],
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

/** Imports doctors and laboratory staff from a table, after checking it. */
export default function ImportPage() {
  useTitle('Import accounts')
  const { file, state, busy, choose, check, run } = useImport()
  const isGood = state.is === 'checked' && state.check.faults.length === 0
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-240 gap-5 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Import accounts</h1>
          <p className="mt-1 text-text-2">
            Import doctors and laboratory staff from a table (.csv, UTF-8, at most 1,000 lines). If one line has an error, nothing
            is imported. Each account gets a generated password by email.
          </p>
        </div>
        <form
          aria-label="Import accounts"
          className="grid gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isGood) run()
            else check()
          }}
        >
          <FileField key={state.is === 'done' ? 'done' : 'next'} onChoose={choose} />
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" look="primary" className="max-lg:h-11" disabled={!file || busy}>
              {busy ? 'Please wait...' : isGood ? `Import ${people(state.check)}` : 'Check file'}
            </Button>
            <Button className="max-lg:h-11" onClick={saveExample}>
              Download example
            </Button>
          </div>
        </form>
        {state.is === 'refused' && <FormMessage tone="error">{state.message}</FormMessage>}
        {state.is === 'done' && <FormMessage tone="success">{state.message}</FormMessage>}
        {state.is === 'checked' && <CheckResult check={state.check} />}
        <section aria-label="Columns">
          <h2 className="text-lg font-semibold">Columns</h2>
          <p className="mt-1 text-text-2">
            The first line names the columns, in any order. Required: {neededColumns.join(', ')}. The role is doctor or staff.
            Doctors need specialization and licenseNumber. Staff need the identifier of their laboratory. If the username is
            empty, it is created from the email address.
          </p>
          <p className="num mt-2 break-words text-text-2">{importColumns.join(', ')}</p>
        </section>
      </div>
    </main>
  )
}
