import { randomBytes } from 'node:crypto'
import { ApiError } from './errors.js'

/** Records by kind and id, each with its plane (organization, region and mode). */
const records = new Map()

export function create(plane, prefix, fields) {
  const record = { id: `${prefix}_${randomBytes(12).toString('hex')}`, ...fields }
  records.set(record.id, { plane, record })
  return record
}

/** @throws {ApiError} for an id unknown in this plane, in the same way if another plane has it */
export function find(plane, prefix, id) {
  const found = records.get(id)
  if (found?.plane !== plane || !id.startsWith(`${prefix}_`))
    throw new ApiError('resource_not_found', 'There is no such resource.')
  return found.record
}

/** Newest first. */
export function list(plane, prefix) {
  return [...records.values()]
    .filter((one) => one.plane === plane && one.record.id.startsWith(`${prefix}_`))
    .map(({ record }) => record)
    .toReversed()
}

export function remove(id) {
  records.delete(id)
}
