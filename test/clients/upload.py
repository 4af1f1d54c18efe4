"""Uploads files with a library. Arguments: its name, then URL, path, name and type of each file."""
import asyncio
import os
import sys

headers = {'Authorization': 'Bearer ' + os.environ['UPLOAD_TOKEN']}


def with_requests(url, path, name, kind):
    import requests
    with open(path, 'rb') as file:
        response = requests.post(url, files={'file': (name, file, kind)}, headers=headers)
    return response.status_code, response.text


def with_toolbelt(url, path, name, kind):
    import requests
    from requests_toolbelt.multipart.encoder import MultipartEncoder
    with open(path, 'rb') as file:
        body = MultipartEncoder(fields={'file': (name, file, kind)})
        response = requests.post(url, data=body, headers={**headers, 'Content-Type': body.content_type})
    return response.status_code, response.text


def with_httpx(url, path, name, kind):
    import httpx
    with open(path, 'rb') as file:
        response = httpx.post(url, files={'file': (name, file, kind)}, headers=headers)
    return response.status_code, response.text


def with_aiohttp(url, path, name, kind):
    import aiohttp

    async def post():
        with open(path, 'rb') as file:
            form = aiohttp.FormData()
            form.add_field('file', file, filename=name, content_type=kind)
            async with aiohttp.ClientSession() as session, session.post(url, data=form, headers=headers) as response:
                return response.status, await response.text()

    return asyncio.run(post())


library, *arguments = sys.argv[1:]
upload = {'requests': with_requests, 'toolbelt': with_toolbelt, 'httpx': with_httpx, 'aiohttp': with_aiohttp}[library]
for index in range(0, len(arguments), 4):
    status, text = upload(*arguments[index:index + 4])
    print(f'{status}\t{text}')
