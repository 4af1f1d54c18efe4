<?php
// Uploads files with the curl extension. Arguments: URL, path, name and type of each file.
foreach (array_chunk(array_slice($argv, 1), 4) as [$url, $path, $name, $type]) {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_POSTFIELDS => ['file' => new CURLFile($path, $type, $name)],
        CURLOPT_HTTPHEADER => ['Authorization: Bearer ' . getenv('UPLOAD_TOKEN')],
        CURLOPT_RETURNTRANSFER => true,
    ]);
    $text = curl_exec($curl);
    echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), "\t", $text, "\n";
}
