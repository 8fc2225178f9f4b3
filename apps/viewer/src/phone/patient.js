/** Reads patient and image details from an image's own data set (PS3.3 sections C.7.1 and C.7.2), naturalised as in OHIF. */

const textOf = (value) => `${[value].flat()[0] ?? ''}`.trim()

const parts = (date) => /^(\d{4})\.?(\d{2})\.?(\d{2})$/.exec(textOf(date))

/** Formats a DA as dd/mm/yyyy, and a TM as HH:mm if there is one. Empty if the file has no date. */
export function dateOf(date, time) {
  const [, year, month, day] = parts(date) ?? []
  if (!year) return ''
  const [, hour, minute] = /^(\d{2}):?(\d{2})/.exec(textOf(time)) ?? []
  return `${day}/${month}/${year}${hour ? ` ${hour}:${minute}` : ''}`
}

const units = { Y: '', M: ' months', W: ' weeks', D: ' days' }

/** A day that devices write if nobody knows the birth date. */
const isPlaceholder = ([, year, month, day]) => `${month}${day}` === '0101' && ['0001', '1800', '1900'].includes(year)

/** Returns the age from birth to study; empty if one is not known, or the study was before. */
function ageFromDates(born, studied) {
  if (!born || !studied || isPlaceholder(born)) return ''
  const [birth, study] = [born, studied].map(([, year, month, day]) => Date.UTC(Number(year), Number(month) - 1, Number(day)))
  if (study < birth) return ''
  const months = (studied[1] - born[1]) * 12 + (studied[2] - born[2]) - (studied[3] < born[3] ? 1 : 0)
  if (months >= 24) return `${Math.floor(months / 12)}`
  return months >= 1 ? `${months}${units.M}` : `${Math.round((study - birth) / 86_400_000)}${units.D}`
}

/** Returns the age from the two dates, or else from an AS such as 067Y. */
function ageOf({ PatientAge, PatientBirthDate, StudyDate }) {
  const age = ageFromDates(parts(PatientBirthDate), parts(StudyDate))
  const [, number, unit] = /^(\d{1,3})([YMWD])$/.exec(textOf(PatientAge)) ?? []
  const isStated = unit && (Number(number) > 0 || unit === 'D')
  return age === '' && isStated ? `${Number(number)}${units[unit]}` : age
}

const missing = 'N/A'

/** Returns the patient of an image for the header. `readName` formats a PN. */
export function readPatient(instance, readName) {
  return {
    studyUid: textOf(instance.StudyInstanceUID),
    name: readName(instance.PatientName) || missing,
    id: textOf(instance.PatientID) || missing,
    ageAndSex: [ageOf(instance), textOf(instance.PatientSex)].filter(Boolean).join(' / ') || missing,
    accession: textOf(instance.AccessionNumber),
    description: textOf(instance.StudyDescription),
    date: dateOf(instance.StudyDate, instance.StudyTime),
  }
}

/** Returns the details of an image worth reading on a phone, as names with values. Leaves out those without a value. */
export function readDetails(instance, readName) {
  const facts = [
    ['Patient', readName(instance.PatientName)],
    ['Patient ID', textOf(instance.PatientID)],
    ['Born', dateOf(instance.PatientBirthDate)],
    ['Sex', textOf(instance.PatientSex)],
    ['Accession', textOf(instance.AccessionNumber)],
    ['Study', textOf(instance.StudyDescription)],
    ['Study date', dateOf(instance.StudyDate, instance.StudyTime)],
    ['Institution', textOf(instance.InstitutionName)],
    ['Referred by', readName(instance.ReferringPhysicianName)],
    ['Series', [textOf(instance.SeriesNumber), textOf(instance.SeriesDescription)].filter(Boolean).join(' · ')],
    ['Modality', textOf(instance.Modality)],
    ['Body part', textOf(instance.BodyPartExamined)],
    ['Image', textOf(instance.InstanceNumber)],
    [
      'Slice',
      [
        ['at', instance.SliceLocation],
        ['thickness', instance.SliceThickness],
      ]
        .flatMap(millimetres)
        .join(', '),
    ],
  ]
  return facts.filter(([, value]) => value !== '')
}

function millimetres([word, value]) {
  const number = Number.parseFloat(textOf(value))
  return Number.isFinite(number) ? [`${word} ${Math.round(number * 10) / 10} mm`] : []
}
