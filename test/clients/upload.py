"""Uploads files with the library that the first argument names; the others are url, path, name and type of each."""
import asyncio
import os
import sys

headers = {'Authorization': 'Bearer ' + os.environ['UPLOAD_TOKEN']}


def with_requests(url, path, name, kind):
    import requests
    with open(path, 'rb') as file:
        answer = requests.post(url, files={'file': (name, file, kind)}, headers=headers)
    return answer.status_code, answer.text


def with_toolbelt(url, path, name, kind):
    import requests
    from requests_toolbelt.multipart.encoder import MultipartEncoder
    with open(path, 'rb') as file:
        body = MultipartEncoder(fields={'file': (name, file, kind)})
        answer = requests.post(url, data=body, headers={**headers, 'Content-Type': body.content_type})
    return answer.status_code, answer.text


def with_httpx(url, path, name, kind):
    import httpx
    with open(path, 'rb') as file:
        answer = httpx.post(url, files={'file': (name, file, kind)}, headers=headers)
    return answer.status_code, answer.text


def with_aiohttp(url, path, name, kind):
    import aiohttp

    async def post():
        with open(path, 'rb') as file:
            form = aiohttp.FormData()
            form.add_field('file', file, filename=name, content_type=kind)
            async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as answer:
                return answer.status, await answer.text()

    return asyncio.run(post())


library, *arguments = sys.argv[1:]
upload = {'requests': with_requests, 'toolbelt': with_toolbelt, 'httpx': with_httpx, 'aiohttp': with_aiohttp}[library]
for at in range(0, len(arguments), 4):
    status, text = upload(*arguments[at:at + 4])
    print(f'{status}\t{text}')
