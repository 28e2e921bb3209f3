/** Setup file of every test process: sets weak password hashes, which take less than 1 ms of CPU time instead of 20 ms. */
import { setPasswordStrengthForTests } from '#features/accounts/passwords/password.service.ts'

setPasswordStrengthForTests({ memoryCost: 64, timeCost: 1, parallelism: 1 })
