import { describe, expect, it } from 'vitest'
import { namedCases } from '../testing/named-cases.ts'
import { dicomName, hl7Doctors, hl7Names, humanNames, readHumanNames, readName, rowName, writeName } from './person-names.ts'

describe.each(namedCases)('a name $kind', ({ pn, row, dicom = pn, hl7, fhir }) => {
  it('is in a row, DICOM, HL7 and FHIR as each has it', () => {
    expect({ row: rowName(pn), dicom: dicomName(pn), hl7: hl7Names(pn), fhir: humanNames(pn) }).toEqual({
      row,
      dicom,
      hl7,
      fhir,
    })
  })

  it('keeps its parts through a form', () => {
    expect(readName(writeName(readName(pn)))).toEqual(readName(pn))
  })

  it('keeps its parts through FHIR', () => {
    expect(humanNames(readHumanNames(humanNames(pn)))).toEqual(fhir)
  })
})

it.each([
  ['Doe^Jane^^Dr.', { number: '7', authority: 'HOSP' }, [['7', 'Doe', 'Jane', '', '', 'Dr.', '', '', 'HOSP']]],
  ['Doe^Jane', null, [['', 'Doe', 'Jane', '', '', '', '', '', '']]],
  ['7', { number: '7', authority: null }, [['7', '', '', '', '', '', '', '', '']]],
  [null, null, []],
  ['=山田^花子', null, [['', '山田', '花子', '', '', '', '', '', '', 'L', '', '', '', '', 'I']]],
])('writes the doctor %j with the number %j for HL7', (name, number, written) => {
  expect(hl7Doctors(name, number)).toEqual(written)
})

it('keeps a family name of several words apart from a name without parts', () => {
  expect(readHumanNames([{ family: 'García López' }])).toBe('García López^')
  expect(humanNames('García López^')).toEqual([{ text: 'García López', family: 'García López' }])
  expect(readHumanNames([{ text: 'Doe Jane' }])).toBe('Doe Jane')
})

it('takes the official name of FHIR before others, and a former one only without another', () => {
  const maiden = { use: 'maiden', family: 'Smith', given: ['Jane'] }
  const usual = { use: 'usual', text: 'Janie Doe' }
  const official = { use: 'official', family: 'Doe', given: ['Jane', 'Ann'] }
  expect([readHumanNames([maiden, usual, official]), readHumanNames([maiden])]).toEqual(['Doe^Jane^Ann', 'Smith^Jane'])
})

it('takes delimiters in a part of FHIR for blanks', () => {
  expect(readHumanNames([{ family: 'Doe^Smith=X', given: ['Jane\\'] }])).toBe('Doe Smith=X^Jane')
  expect(readHumanNames([{ family: 'é=è=ü=ö' }])).toBe('é=è=ü=ö')
  expect(readHumanNames([{ family: 'é=è' }])).toBe('é è^')
})

it('has no name where nothing can be read', () => {
  expect([rowName('^^^'), rowName(null), humanNames('=='), hl7Names(''), readHumanNames([])]).toEqual([null, null, [], [], null])
})
