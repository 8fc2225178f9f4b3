import type { PatientRecipe } from './dicom/make-study.ts'

/** Nobody's names: several scripts, one that is very long, a newborn and somebody whom nobody knows. */
export const demoPatients = {
  marlowe: { id: 'CL-1001', name: 'Marlowe^Imogen', birthDate: '1958-04-17', sex: 'F' },
  greek: { id: 'CL-1002', name: 'Φανταστίδου^Ελένη', birthDate: '1971-11-02', sex: 'F' },
  japanese: { id: 'CL-1003', name: 'Maboroshi^Midori=幻^翠=まぼろし^みどり', birthDate: '1984-07-29', sex: 'F' },
  long: {
    id: 'CL-1004',
    name: 'de la Fuente Imaginaria y Montenegro^María Guadalupe Esperanza',
    birthDate: '1949-12-08',
    sex: 'F',
  },
  unknown: { id: 'CL-TRAUMA-0007', name: 'Unknown^Trauma Seven', birthDate: null, sex: null },
  newborn: { id: 'CL-1005', name: 'Ashgrove^Baby Girl', birthDate: null, sex: 'F' },
  korean: { id: 'CL-1006', name: 'Hwansang^Minjun=幻想^敏俊=환상^민준', birthDate: '1990-02-14', sex: 'M' },
  okonkwo: { id: 'CL-1007', name: 'Okonkwo-Example^Ifeanyi^^Prof', birthDate: '1963-09-30', sex: 'M' },
  delacroix: { id: 'CL-1008', name: 'Delacroix-Fictif^Noémie', birthDate: '2011-05-21', sex: 'F' },
  russian: { id: 'HB-2001', name: 'Выдумкина^Аглая^Марковна', birthDate: '1955-01-23', sex: 'F' },
  arabic: { id: 'HB-2002', name: 'الخيالي^سليم', birthDate: '1978-08-11', sex: 'M' },
  swedish: { id: 'HB-2003', name: 'Påhittqvist^Åsa', birthDate: '1967-03-05', sex: 'F' },
  irish: { id: 'HB-2004', name: "O'Phantom^Fionnbharr", birthDate: '1942-06-16', sex: 'M' },
  vietnamese: { id: 'HB-2005', name: 'Nguyễn^Tưởng Tượng', birthDate: '1995-10-09', sex: 'M' },
  polish: { id: 'HB-2006', name: 'Zmyślona^Zofia', birthDate: '1981-04-01', sex: 'F' },
  quill: { id: 'HB-2007', name: 'Quill^Barnaby', birthDate: '1959-02-27', sex: 'M' },
  hebrew: { id: 'HB-2008', name: 'דמיוני^נועם', birthDate: '2001-12-12', sex: 'O' },
} as const satisfies Record<string, PatientRecipe>
