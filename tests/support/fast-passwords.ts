/** Set-up file of every test process: a password hash of the default strength takes 20 ms of a core, one of this strength less than one. */
import { setPasswordStrengthForTests } from '#features/accounts/passwords/password.service.ts'

setPasswordStrengthForTests({ memoryCost: 64, timeCost: 1, parallelism: 1 })
