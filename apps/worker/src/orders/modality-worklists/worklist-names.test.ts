import { namedCases } from '@readroom/contracts/testing/named-cases'
import { expect, test } from 'vitest'
import { sampleItem } from '../../operations/conformance/sample-item.ts'
import { answerOf } from './worklist-answer.ts'

test.each(namedCases)('scanners are told a name $kind with its parts', ({ pn, dicom = pn }) => {
  const order = { ...sampleItem.order, patientName: pn, orderingPhysician: pn }
  expect(answerOf({ ...sampleItem, order }, {}, 'CT')).toMatchObject({
    PatientName: dicom,
    RequestingPhysician: dicom,
    ReferringPhysicianName: dicom,
  })
})
