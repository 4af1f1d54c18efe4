import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRefusedPort } from './ports.ts'

const blocked = [
  [0, 7, 21, 22, 23, 25, 53, 110, 143, 389, 465, 587, 636, 993, 995, 2049, 6000, 6667, 10080],
  [1433, 1521, 3306, 5432, 27017, 9042, 9200, 6379, 26379, 11211, 5672, 9092, 2375, 2379, 10250, 3389, 5900],
].flat()

for (const port of blocked) test(`port ${port} is blocked`, () => assert.ok(isRefusedPort(port)))

for (const port of [1, 9, 80, 443, 3000, 4443, 5000, 8000, 8080, 8443, 8888, 9000, 9443])
  test(`port ${port} is allowed`, () => assert.ok(!isRefusedPort(port)))

test('no ephemeral port is blocked', () => {
  for (let port = 32_768; port < 65_536; port++) assert.ok(!isRefusedPort(port), String(port))
})
