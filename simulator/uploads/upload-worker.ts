import { serveTasks } from '../threads/thread-main.ts'
import { tasks } from './tasks.ts'

serveTasks(tasks)
