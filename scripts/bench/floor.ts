import http from 'node:http';

// The floor of serving: one response, bytes and headers, from bare node:http. `node floor.ts PORT URL`: as URL sends it.

const [port, url = ''] = process.argv.slice(2);

http.get(url, { headers: { 'accept-encoding': 'gzip, br' } }, async (response) => {
  const body = Buffer.concat((await response.toArray()) as Buffer[]);
  const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = response.headers;
  http
    .createServer((_request, answer) => {
      answer.writeHead(200, headers);
      answer.end(body);
    })
    .listen(Number(port), '127.0.0.1', () => console.log('ready'));
});
