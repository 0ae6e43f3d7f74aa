/** Commands use the library only. */
export { openPrivate } from '../simulator/store/private-file.ts'
