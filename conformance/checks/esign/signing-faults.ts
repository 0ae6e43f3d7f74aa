import type { Which } from '../../self-test/wire-faults.ts'

export const downloads: Which = ({ method, path }) =>
  method === 'GET' && path.includes('/envelope/documents/')
