import { expect, test } from 'vitest'
import { directionOf, sortOptions, toggleSort } from './worklist-sort.ts'

test('a click on another column sorts in its natural order, and a second click reverses it', () => {
  expect(toggleSort('-uploadDate', 'patientName')).toBe('patientName')
  expect(toggleSort('patientName', 'patientName')).toBe('-patientName')
  expect(toggleSort('-patientName', 'patientName')).toBe('patientName')
  expect(toggleSort('-uploadDate', 'studyDate')).toBe('-studyDate')
  expect(toggleSort('-studyDate', 'studyDate')).toBe('studyDate')
})

test('only the ordered column has a direction', () => {
  expect(directionOf('-uploadDate', 'uploadDate')).toBe('descending')
  expect(directionOf('patientId', 'patientId')).toBe('ascending')
  expect(directionOf('patientId', 'patientName')).toBeUndefined()
})

test('each order has a label', () => {
  const words = new Map(sortOptions)
  expect(words.get('-uploadDate')).toBe('Upload date, newest first')
  expect(words.get('patientName')).toBe('Patient name, A to Z')
  expect(words.get('dueDate')).toBe('Emergencies first, then by due time')
  expect(words.size).toBe(14)
})
