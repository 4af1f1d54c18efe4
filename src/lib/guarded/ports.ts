/**
 * Ports of services other than web servers, which might execute parts of a request as commands. The first row is the
 * list of the Fetch standard (https://fetch.spec.whatwg.org/#port-blocking) without ports 1 and 9: no service acts on
 * data there, and tests use them for receivers that are down. None of the ports is ephemeral (32768 and up).
 */
const services: Readonly<Record<string, readonly number[]>> = {
  'Fetch standard': [
    0, 7, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111,
    113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540,
    548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000,
    6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ],
  // PostgreSQL and PgBouncer, MySQL, SQL Server, Oracle, MongoDB, Cassandra, CouchDB, Elasticsearch, Neo4j.
  databases: [
    5432, 5433, 6432, 3306, 1433, 1434, 1521, 2483, 2484, 27017, 27018, 27019, 7000, 7001, 9042, 5984, 9200, 9300, 7687,
  ],
  // Redis and its cluster bus and sentinels, memcached.
  caches: [6379, 6380, 16379, 26379, 11211],
  // AMQP, MQTT, Kafka, NATS.
  queues: [5671, 5672, 1883, 8883, 9092, 9093, 4222],
  // Docker, etcd, ZooKeeper, the kubelet, rsync, Samba, remote desktops, SNMP traps, syslog.
  machines: [2375, 2376, 2379, 2380, 2181, 10250, 10255, 873, 445, 3389, 5900, 162, 6514],
}

const refusedPorts: ReadonlySet<number> = new Set(Object.values(services).flat())

/** Whether requests to this port are forbidden for every address. */
export const isRefusedPort = (port: number): boolean => refusedPorts.has(port)
