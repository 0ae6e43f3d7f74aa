import { serveTasks } from '../threads/thread-main.ts'
import { addRecords, copyRegion } from './records-files.ts'

serveTasks({ addRecords, copyRegion })
