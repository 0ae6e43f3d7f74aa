export { whenParentEnds } from '../../simulator/parent.ts'
